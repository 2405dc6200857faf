import type { ApiError, CycleEpisode } from '../api.ts'
import { FailureNote } from '../components/failurenote.tsx'
import { followLink } from '../router.ts'
import { failureOf } from './failures.ts'
import { text } from './strings.ts'
import { viewUrl, type View } from './view.ts'

/** Of a longer path, so many episodes are shown at each end. */
const ENDS = 4

interface Props {
  view: View
  error: ApiError | null
  /** The type of the relationship, for the words of a cycle. */
  type: string
  /** What to say if it is no cycle. */
  failed: string
}

/** Says why a relationship was not added. */
export function LinkFailure({ view, error, type, failed }: Props) {
  if (error === null) return null
  if (error.code === 'cycle' && error.cycle.length > 0) return <CycleNote view={view} cycle={error.cycle} verb={text.verb(type, 'outgoing')} />
  return <FailureNote failure={failureOf(error, failed)} />
}

/** Shows the cycle that a relationship would close. Each episode is a link. */
function CycleNote({ view, cycle, verb }: { view: View; cycle: CycleEpisode[]; verb: string }) {
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
              {step.id === undefined ? (
                <bdi>{step.name}</bdi>
              ) : (
                <a href={viewUrl({ ...view, episode: step.id, to: null, walk: null })} onClick={followLink}>
                  #{step.id} <bdi>{step.name}</bdi>
                </a>
              )}
            </li>
          ),
        )}
      </ol>
    </div>
  )
}
