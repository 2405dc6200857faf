/** The icon of a problem. It is hidden from screen readers, because the text says the same. */
export function Warning() {
  return (
    <svg class="warning" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d="M8 1.8 15 14H1Z" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" />
      <path d="M8 6.2v3.6M8 11.4v.9" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" />
    </svg>
  )
}
