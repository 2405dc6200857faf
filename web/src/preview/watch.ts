/** Judges whether a frame still behaves. Both judges count what they see, so that they can be tested without a clock. */

/** How often the frame is asked whether it is alive, in milliseconds. */
export const BEAT = 1000

/** So many beats without an answer are the end: three seconds. */
const SILENT_BEATS = 3

/** So many messages between two beats are too many. At 60 frames a second an honest frame sends 62. */
const NOISE = 500

/**
 * Counts beats, not time: a page that was asleep, or whose tab was in the background, has made none
 * meanwhile, and takes nobody for dead.
 */
export class Pulse {
  #asked = 0
  #answered = 0
  #heard = 0

  /** The number for the next question, or null: the frame has been silent for too long. */
  beat(): number | null {
    this.#heard = 0
    if (this.#asked - this.#answered >= SILENT_BEATS) return null
    return ++this.#asked
  }

  /** A beat at which nobody is asked. */
  rest(): void {
    this.#heard = 0
  }

  /** Only the newest question counts: nothing can be answered before it was asked. */
  answer(n: number): void {
    if (n > this.#answered && n <= this.#asked) this.#answered = n
  }

  /** Counts a message; false when there are too many of them. */
  hear(): boolean {
    return ++this.#heard <= NOISE
  }
}
