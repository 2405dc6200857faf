/** Watches whether a frame responds. It counts beats instead of time, so that tests need no clock. */

/** The interval at which the frame is pinged, in milliseconds. */
export const BEAT = 1000

/** The number of beats without an answer after which the frame counts as hung: three seconds. */
const SILENT_BEATS = 3

/** The maximum number of messages between two beats. At 60 frames per second a normal frame sends 62. */
const NOISE = 500

/**
 * Counts beats, not time. A page that slept or was in the background has made no beats meanwhile, so it does
 * not mistake the frame for hung.
 */
export class Pulse {
  #asked = 0
  #answered = 0
  #heard = 0

  /** Returns the number of the next ping, or null if the frame has not answered for too long. */
  beat(): number | null {
    this.#heard = 0
    if (this.#asked - this.#answered >= SILENT_BEATS) return null
    return ++this.#asked
  }

  /** A beat without a ping. */
  rest(): void {
    this.#heard = 0
  }

  /** Ignores numbers that were never sent or are older than the last answer. */
  answer(n: number): void {
    if (n > this.#answered && n <= this.#asked) this.#answered = n
  }

  /** Counts a message. Returns false if there are too many. */
  hear(): boolean {
    return ++this.#heard <= NOISE
  }
}
