import type { CycleEpisode } from '../api.ts'
import { followLink } from '../router.ts'
import { text } from './strings.ts'
import { viewUrl, type View } from './view.ts'

/** Of a longer path, so many episodes are shown at each end. */
const ENDS = 4

/** Shows the cycle that a relationship would close. Each episode is a link. */
export function CycleNote({ view, cycle, verb }: { view: View; cycle: CycleEpisode[]; verb: string }) {
  const omitted = cycle.length - 2 * ENDS
  const shown = omitted > 1 ? [...cycle.slice(0, ENDS), null, ...cycle.slice(-ENDS)] : cycle
  return (
    <div class="failure" role="alert" data-testid="cycle">
      <p>
        <strong>{text.cycle.title}</strong>
      </p>
      <p>{text.cycle.note}</p>
      <ol class="m-cycle">
        {shown.map((step, i) =>
          step === null ? (
            <li key="omitted">{text.cycle.omitted(omitted)}</li>
          ) : (
            <li key={i}>
              {i > 0 && <span>{verb} </span>}
              <a href={viewUrl({ ...view, episode: step.id, to: null, walk: null })} onClick={followLink}>
                #{step.id} <bdi>{step.name}</bdi>
              </a>
            </li>
          ),
        )}
      </ol>
    </div>
  )
}
