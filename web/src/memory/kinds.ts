/* Written by make docs from graph/kinds. */

/** The types of relationships. Each reads as a verb from its start and from its end. */
export const KINDS = [
  { name: 'follows', title: 'follows', ordering: true, undirected: false, outgoing: 'came before', incoming: 'came after' },
  { name: 'causes', title: 'causes', ordering: true, undirected: false, outgoing: 'caused', incoming: 'was caused by' },
  { name: 'part_of', title: 'part of', ordering: false, undirected: false, outgoing: 'is part of', incoming: 'contains' },
  { name: 'related_to', title: 'related to', ordering: false, undirected: true, outgoing: 'is related to', incoming: 'is related to' },
  { name: 'contradicts', title: 'contradicts', ordering: false, undirected: false, outgoing: 'contradicts', incoming: 'is contradicted by' },
  { name: 'refines', title: 'refines', ordering: false, undirected: false, outgoing: 'refines', incoming: 'is refined by' },
]
