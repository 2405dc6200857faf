/** Limits that the server checks and that fields of the pages repeat. web/repeated_test.go compares them. */

/** In characters. */
export const MAX_NAME = 200
export const MAX_TAG = 200
/** The number of tags of an episode, and of relationships that are created with it. */
export const MAX_TAGS = 100
export const MAX_LINKS = 20
export const MAX_PROJECT_ID = 128
export const MAX_SCENE_NAME = 100

/** In bytes: the task of an episode, and what was learned or its metadata. */
export const MAX_TASK = 32768
export const MAX_LONG = 65536

/** In characters, of a question for recall and for its time: the server accepts 8,000. search_episodes has a bound of its own. */
export const MAX_SEARCH = 2000

/** Results of a recall: the most that the server allows. */
export const MAX_RESULTS = 50

/** The duration of a scene. */
export const MAX_SECONDS = 3600
