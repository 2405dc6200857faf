/** All texts of the preview. */

const number = new Intl.NumberFormat('en')

export const text = {
  region: (name: string) => `Preview of ${name}`,
  loading: 'Loading the preview…',
  play: 'Play (Space)',
  pause: 'Pause (Space)',
  back: 'One frame back (←)',
  on: 'One frame on (→)',
  loop: 'Loop',
  scrub: 'Position',
  retry: 'Try again',
  mend: 'Have it mended',
  seconds: (seconds: number) => `${seconds.toFixed(2)} s`,
  frames: (frame: number, of: number) => `frame ${number.format(frame)} of ${number.format(of)}`,

  failed: 'The scene has an error.',
  failedAt: (frame: number) => `The scene has an error at frame ${number.format(frame)}.`,
  stopped: {
    silent: 'The scene was stopped: it did not answer for three seconds. Its code may never end.',
    noisy: 'The scene was stopped: it sent the page too many messages.',
    grabbing: 'The scene was stopped: it kept taking the keyboard from the page.',
    left: 'The scene was stopped: it tried to leave its frame.',
    absent: 'The preview did not load. Is the server still there?',
  },

  notes: 'What the preview leaves out',
  noSound: 'Sound is not played here.',
  blocked: (what: string) => `Not loaded, for the preview has no network: ${what}`,
  more: (n: number) => `and ${number.format(n)} more`,
}
