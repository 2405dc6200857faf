/** Watches whether a frame responds. It counts pings instead of time, so that tests need no clock. */

/** The interval at which the frame is pinged, in milliseconds. */
export const PING_INTERVAL = 1000

/** The number of unanswered pings after which the frame counts as hung: three seconds. */
const MAX_MISSED_PINGS = 3

/** The maximum number of messages between two pings. At 60 frames per second a normal frame sends 62. */
const MAX_MESSAGES = 500

/**
 * Counts pings, not time. A page that slept or was in the background has sent no pings meanwhile, so it does
 * not mistake the frame for hung.
 */
export class Heartbeat {
  #sent = 0
  #acknowledged = 0
  #messages = 0

  /** Returns the number of the next ping, or null if the frame has not answered for too long. */
  nextPing(): number | null {
    this.#messages = 0
    if (this.#sent - this.#acknowledged >= MAX_MISSED_PINGS) return null
    return ++this.#sent
  }

  /** Starts a new interval without a ping. */
  skip(): void {
    this.#messages = 0
  }

  /** Ignores numbers that were never sent or are older than the last answer. */
  acknowledge(n: number): void {
    if (n > this.#acknowledged && n <= this.#sent) this.#acknowledged = n
  }

  /** Counts a message. Returns false if there are too many. */
  countMessage(): boolean {
    return ++this.#messages <= MAX_MESSAGES
  }
}
