import { useMemo } from 'preact/hooks'
import { WIDE_SCREEN } from '../components/plansboard.tsx'
import { useLoaded } from '../projects/loaded.ts'
import { showView } from '../router.ts'
import { text as common } from '../strings.ts'
import { loadConnection, matchesWords, type Overview } from './data.ts'
import { Drawer } from './drawer.tsx'
import { GraphPane } from './graphpane.tsx'
import { EpisodeList, EpisodeTable, type Row } from './list.tsx'
import { walk, type Episode, type Model } from './model.ts'
import { NewEpisode, NewEpisodeButton } from './newepisode.tsx'
import { searchedWords } from './question.ts'
import { text } from './strings.ts'
import { Understood } from './understood.tsx'
import { useSearch } from './usememory.ts'
import { useTime } from './usetime.ts'
import type { Mode, View } from './view.ts'

interface Props {
  view: View
  model: Model
  /** What the filters let through. */
  found: Episode[]
  overview: Overview | null
  total: number
  loading: boolean
  grouped: boolean
  fresh: ReadonlySet<number>
  revision: number
  cause: 'decision' | 'navigation' | 'load'
  onShowKeys: () => void
  /** The person has changed the memory. */
  onChanged: () => void
}

/** The list, the graph or the table, and the open episode. */
export function Panes({ view, model, found, overview, total, loading, grouped, fresh, revision, cause, onShowKeys, onChanged }: Props) {
  const time = useTime(view.query)
  const search = useSearch(searchedWords(view, time), model)
  const rows = useMemo(() => rowsOf(found, search.hits, model), [found, search.hits, model])
  const { episode, to } = view
  const path = useLoaded(
    episode !== null && to !== null ? `paths/${episode}/${to}` : null,
    () => loadConnection(episode!, to!),
    revision,
  )
  const lit = useMemo(() => {
    if (episode !== null && to !== null) {
      const steps = path.value?.paths.flatMap(({ steps }) => steps.map(({ id }) => id)) ?? []
      return new Set([episode, to, ...steps])
    }
    if (episode !== null && view.walk !== null) return new Set([episode, ...walk(model, episode, view.walk).map((step) => step.episode.serial)])
    return search.hits === null ? null : new Set([...search.hits.map(({ id }) => id), ...(episode === null ? [] : [episode])])
  }, [episode, to, view.walk, path.value, model, search.hits])
  const mode = view.mode ?? 'graph'
  const knownTags = (overview?.tags ?? []).map(({ tag }) => tag)
  return (
    <div class={`m-panes m-mode-${view.mode ?? 'auto'}${episode === null ? '' : ' m-open'}`}>
      <section class="m-side" aria-labelledby="m-list-title">
        <div class="m-side-top">
          <h2 id="m-list-title">{search.hits === null ? text.episodes : text.results}</h2>
          <span class="muted" role="status" data-testid="count">
            {text.shown(grouped && search.hits === null ? total : rows.length, total)}
          </span>
          <NewEpisodeButton />
        </div>
        <Modes view={view} />
        <Understood view={view} time={time} />
        {search.error !== '' && (
          <p class="error m-note" role="alert">
            {text.searchFailed} {search.error}
          </p>
        )}
        {rows.length > 0 && search.hits !== null && !search.hits.some(matchesWords) && <p class="muted m-note">{text.onlyNear}</p>}
        {rows.length === 0 && search.error === '' && <p class="muted m-note">{search.hits === null ? text.noMatch : text.noHits}</p>}
        {model.episodes.length < model.total && !loading && <p class="muted m-note">{text.loadedOf(model.episodes.length, model.total)}</p>}
        <EpisodeList rows={rows} view={view} hits={search.hits} fresh={fresh} />
        <footer>
          <a href="/api/docs/">{common.restDocs}</a>
          <button class="quiet" onClick={onShowKeys}>
            {common.keys} <kbd>?</kbd>
          </button>
        </footer>
      </section>
      <div class="m-stage">
        {mode === 'table' ? (
          <EpisodeTable rows={rows} view={view} />
        ) : (
          <GraphPane {...{ view, model, found, overview, loading, grouped, lit, fresh }} />
        )}
      </div>
      <NewEpisode {...{ view, model, knownTags, onChanged }} />
      {episode !== null && (
        <Drawer
          key={episode}
          {...{ view, model, revision, onChanged }}
          serial={episode}
          connection={{ value: path.value, error: path.error?.message ?? '' }}
          knownTags={knownTags}
          takeFocus={cause === 'navigation'}
        />
      )}
    </div>
  )
}

/** The results of the search that the filters let through, or everything that they let through. */
function rowsOf(found: Episode[], hits: ReturnType<typeof useSearch>['hits'], model: Model): Row[] {
  const row = (episode: Episode, why = ''): Row => ({ ...episode, why, episode })
  if (hits === null) return found.map((episode) => row(episode))
  const shown = new Set(found.map(({ serial }) => serial))
  return hits.flatMap((hit): Row[] => {
    const episode = model.bySerial.get(hit.id)
    if (episode !== undefined) return shown.has(hit.id) ? [row(episode, hit.why)] : []
    // The server found an episode that is not loaded.
    return [{ serial: hit.id, name: hit.name, reward: hit.reward, createdAt: hit.created_at, why: hit.why, episode: null }]
  })
}

const MODES: Mode[] = ['list', 'graph', 'table']

function Modes({ view }: { view: View }) {
  // A wide screen has the list beside the graph.
  const wide = matchMedia(WIDE_SCREEN).matches
  const shown = wide && view.mode !== 'table' ? 'graph' : (view.mode ?? 'list')
  return (
    <div class="m-modes" role="group" aria-label={text.show}>
      {MODES.map((mode) => (
        <button
          key={mode}
          class={`m-mode m-mode-button-${mode}`}
          aria-pressed={shown === mode}
          data-testid={`show-${mode}`}
          onClick={() => showView({ ...view, mode })}
        >
          {text.modeName(mode)}
        </button>
      ))}
    </div>
  )
}
