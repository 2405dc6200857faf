/**
 * The attributes of every frame that runs a scene: its own origin, no permissions, no address of the page, and nothing in
 * it can be clicked.
 */
export const SANDBOX = { src: '/preview', sandbox: 'allow-scripts', allow: '', inert: true, referrerpolicy: 'no-referrer', tabIndex: -1 } as const
