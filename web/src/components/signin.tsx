import { useEffect, useRef, useState } from 'preact/hooks'
import { session, signIn } from '../session.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'

/**
 * Asks for a token. The next request shows whether it is valid; if not, this form returns with the reason.
 */
export function SignIn() {
  const { signInError } = useStore(session)
  const [token, setToken] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: Event) => {
    event.preventDefault()
    if (token.trim() !== '') signIn(token.trim())
  }
  return (
    <main class="signin">
      <form onSubmit={submit} data-testid="signin">
        <p class="brand">{text.product}</p>
        <h1>{text.signIn.title}</h1>
        <p>{text.signIn.note}</p>
        <label for="token">{text.signIn.token}</label>
        <input
          id="token"
          ref={field}
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          aria-invalid={signInError !== ''}
          aria-describedby="token-note"
          data-testid="token"
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <div id="token-note">
          {signInError !== '' && (
            <p class="error" role="alert" data-testid="signin-failure">
              {signInError}
            </p>
          )}
          <p class="muted">{text.signIn.hint}</p>
        </div>
        <button class="primary" data-testid="signin-submit">
          {text.signIn.submit}
        </button>
      </form>
    </main>
  )
}
