/* Written by make docs from graph/kinds. */

/** A type of relationships. It reads as a verb from its start and from its end. */
export interface Kind {
  name: string
  title: string
  ordering: boolean
  undirected: boolean
  /** Which end is the earlier episode; null if the type does not say. */
  earlier: 'from' | 'to' | null
  outgoing: string
  incoming: string
}

export const KINDS: Kind[] = [
  { name: 'follows', title: 'follows', ordering: true, undirected: false, earlier: 'from', outgoing: 'came before', incoming: 'came after' },
  { name: 'causes', title: 'causes', ordering: true, undirected: false, earlier: 'from', outgoing: 'caused', incoming: 'was caused by' },
  { name: 'part_of', title: 'part of', ordering: false, undirected: false, earlier: null, outgoing: 'is part of', incoming: 'contains' },
  { name: 'related_to', title: 'related to', ordering: false, undirected: true, earlier: null, outgoing: 'is related to', incoming: 'is related to' },
  { name: 'contradicts', title: 'contradicts', ordering: false, undirected: false, earlier: 'to', outgoing: 'contradicts', incoming: 'is contradicted by' },
  { name: 'refines', title: 'refines', ordering: false, undirected: false, earlier: 'to', outgoing: 'refines', incoming: 'is refined by' },
]
