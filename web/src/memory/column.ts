type Numbers = Float32Array | Float64Array | Int32Array | Uint32Array | Uint8Array

/** Returns a number of each item. `from` of the typed arrays takes several times as long. */
export function column<T, A extends Numbers>(type: new (length: number) => A, items: readonly T[], of: (item: T) => number): A {
  const values = new type(items.length)
  for (let i = 0; i < items.length; i++) values[i] = of(items[i]!)
  return values
}
