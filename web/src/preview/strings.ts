import { textsOf } from '../languages/texts.ts'
import { number } from '../locale.ts'

/** All texts of the preview. */

const english = {
  region: (name: string) => `Preview of ${name}`,
  loading: 'Loading the preview…',
  play: 'Play (Space)',
  pause: 'Pause (Space)',
  previous: 'Previous frame (←)',
  next: 'Next frame (→)',
  loop: 'Loop',
  speed: 'Speed',
  times: (speed: number) => `${number.format(speed)}×`,
  full: 'Full screen (F)',
  scrub: 'Position',
  retry: 'Try again',
  repair: 'Ask a model to repair it',
  seconds: (seconds: number) => `${seconds.toFixed(2)} s`,
  frames: (frame: number, of: number) => `frame ${number.format(frame)} of ${number.format(of)}`,

  failed: 'The scene has an error.',
  failedAt: (frame: number) => `The scene has an error at frame ${number.format(frame)}.`,
  empty: 'Nothing was drawn. The scene has no visible text, colour or picture at any frame that was looked at.',
  stopped: {
    silent: 'The scene was stopped because it did not respond for three seconds. Its code may contain an endless loop.',
    noisy: 'The scene was stopped because it sent too many messages.',
    grabbing: 'The scene was stopped because it kept taking the keyboard focus.',
    left: 'The scene was stopped because it tried to leave its frame.',
    absent: 'The preview did not load. Check that the server is running.',
  },

  notes: 'Not included in the preview',
  noSound: 'The preview does not play sound.',
  blocked: (what: string) => `Not loaded, because the preview has no network access: ${what}`,
  more: (n: number) => `and ${number.format(n)} more`,
}

export type PreviewTexts = typeof english

export const text = textsOf('preview', english)
