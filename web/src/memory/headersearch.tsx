import { number } from '../locale.ts'
import { Store, useStore } from '../store.ts'
import { SearchField } from './searchfield.tsx'
import { text } from './strings.ts'
import { filterCount, type View } from './view.ts'

/** Whether a phone shows the filters and the timeline. Wider screens always do. */
export const filters = new Store({ shown: false })

/** The search of the memory, in the header of the page, and on a phone the button that shows the filters. */
export function HeaderSearch({ view }: { view: View }) {
  const { shown } = useStore(filters)
  const chosen = filterCount(view)
  return (
    <div class="m-header-search" role="search" aria-label={text.search}>
      <SearchField view={view} />
      <button class="m-chip m-show-filters" aria-expanded={shown} data-testid="show-filters" onClick={() => filters.set({ shown: !shown })}>
        {text.filters}
        {chosen > 0 && ` (${number.format(chosen)})`}
      </button>
    </div>
  )
}
