import { useEffect, useState } from 'preact/hooks'

/** A value that components subscribe to. Fields that `set` and `update` do not change keep their identity. */
export class Store<T extends object> {
  #value: T
  #subscribers = new Set<() => void>()

  constructor(value: T) {
    this.#value = value
  }

  get value(): T {
    return this.#value
  }

  set(change: Partial<T>): void {
    this.#value = { ...this.#value, ...change }
    for (const subscriber of this.#subscribers) subscriber()
  }

  update(change: (value: T) => Partial<T>): void {
    this.set(change(this.#value))
  }

  subscribe(subscriber: () => void): () => void {
    this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }
}

/** Returns the store's value and redraws the component when it changes. */
export function useStore<T extends object>(store: Store<T>): T {
  const [value, setValue] = useState(store.value)
  useEffect(() => {
    const read = () => setValue(store.value)
    read() // it may have changed since the first draw
    return store.subscribe(read)
  }, [store])
  return value
}
