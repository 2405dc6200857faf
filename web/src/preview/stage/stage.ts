import * as React from 'preact/compat'
import * as jsx from 'preact/compat/jsx-runtime'
import { interpolateColors } from './colors.ts'
import { Easing } from './easing.ts'
import { AbsoluteFill } from './fill.tsx'
import { interpolate } from './interpolate.ts'
import { withPlaceholders } from './missing.ts'
import { AnimatedImage, Audio, IFrame, Img, staticFile, Video } from './placeholders.tsx'
import { random } from './random.ts'
import { measureSpring, spring } from './spring.ts'
import { Freeze, Loop, Sequence, Series, useCurrentFrame, useVideoConfig } from './timeline.tsx'

/**
 * The modules that a scene can import. React is Preact. "remotion" is our own small implementation of the
 * names that scenes use, after its public documentation. The original's licence does not allow us to ship it.
 */

const renderNothing = () => null
let lastHandle = 0

const stage = {
  AbsoluteFill, Sequence, Series, Loop, Freeze,
  useCurrentFrame, useVideoConfig,
  interpolate, interpolateColors, spring, measureSpring, Easing, random,
  Img, AnimatedImage, Audio, Html5Audio: Audio, Video, Html5Video: Video, OffthreadVideo: Video, IFrame, staticFile,
  // A preview does not delay rendering: late content is drawn when it arrives.
  delayRender: () => ++lastHandle,
  continueRender: () => {},
  cancelRender: (error: unknown) => {
    throw error instanceof Error ? error : new Error(String(error))
  },
  useDelayRender: () => ({ delayRender: stage.delayRender, continueRender: stage.continueRender, cancelRender: stage.cancelRender }),
  prefetch: () => ({ free: () => {}, waitUntilDone: () => Promise.resolve('') }),
  getInputProps: () => ({}),
  getRemotionEnvironment: () => environment,
  useRemotionEnvironment: () => environment,
  // A scene is shown by itself, so registrations have no effect.
  registerRoot: () => {},
  Composition: renderNothing, Still: renderNothing, Folder: renderNothing, Artifact: renderNothing,
}

const environment = { isStudio: false, isRendering: false, isPlayer: true, isReadOnlyStudio: false, isClientSideRendering: false }

/** Returns a module that works with both kinds of import. */
function asModule(names: object, from: string): object {
  const module = { ...names }
  Object.defineProperty(module, '__esModule', { value: true })
  Object.defineProperty(module, 'default', { value: (names as { default?: unknown }).default ?? module, enumerable: true })
  return withPlaceholders(module, from)
}

export const modules: Record<string, object> = {
  react: asModule(React, 'react'),
  'react/jsx-runtime': asModule(jsx, 'react/jsx-runtime'),
  remotion: asModule(stage, 'remotion'),
}
