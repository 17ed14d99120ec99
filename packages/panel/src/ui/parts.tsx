import { type ButtonHTMLAttributes, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Texts } from '../texts/messages.ts'
import { useTexts } from '../texts/texts-provider.tsx'

/** Describes an error; with the message of the gateway if there is no text for its code. */
const errorText = ({ errors }: Texts, error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  const known: Readonly<Record<string, string>> = errors
  return known[code ?? ''] ?? `${errors.other} ${message ?? String(error)}`
}

type Kind = 'plain' | 'primary' | 'danger'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: Kind
  isSmall?: boolean
}

export const Button = ({ kind = 'plain', isSmall = false, type = 'button', ...rest }: ButtonProps): ReactNode => (
  <button type={type} className={`button ${kind} ${isSmall ? 'small' : ''}`} {...rest} />
)

export const Card = ({
  title,
  aside,
  className = '',
  children,
}: {
  title: ReactNode
  aside?: ReactNode
  className?: string
  children: ReactNode
}): ReactNode => (
  <div className={`card ${className}`}>
    <h2>
      <span>{title}</span>
      {aside !== undefined && <span className="quiet">{aside}</span>}
    </h2>
    {children}
  </div>
)

export const Notice = ({
  tone = 'info',
  className = '',
  children,
}: {
  tone?: 'info' | 'warning' | 'critical' | 'unknown'
  className?: string
  children: ReactNode
}): ReactNode => (
  <div className={`notice ${tone} ${className}`} role={tone === 'critical' ? 'alert' : 'status'}>
    {children}
  </div>
)

/** Shows why a request failed; nothing without an error. */
export const Failure = ({ error }: { error: unknown }): ReactNode => {
  const texts = useTexts()
  return error === null || error === undefined ? null : <Notice tone="critical">{errorText(texts, error)}</Notice>
}

export const Segments = <T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: T
  options: readonly (readonly [value: T, text: string])[]
  onChange: (value: T) => void
}): ReactNode => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame and a legend of its own
  <div className="segments" role="group" aria-label={label}>
    {options.map(([one, text]) => (
      <button key={one} type="button" aria-pressed={one === value} onClick={() => onChange(one)}>
        {text}
      </button>
    ))}
  </div>
)

/** A field with its name above it. */
export const Labelled = ({
  label,
  hint,
  children,
}: {
  label: string
  hint?: ReactNode
  children: (id: string) => ReactNode
}): ReactNode => {
  const id = useId()
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children(id)}
      {hint !== undefined && <small>{hint}</small>}
    </div>
  )
}

/** A question that holds everything else until it is answered. */
export const Dialog = ({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}): ReactNode => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="stack">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}

/** While the first answer is waited for: a place, and no facts. */
export const Waiting = (): ReactNode => {
  const { common } = useTexts()
  return <div className="skeleton" role="status" aria-label={common.loading} />
}

export type Tone = 'ok' | 'info' | 'warning' | 'critical' | 'unknown' | 'muted'

/** A shape for each tone, so that nothing depends on colour alone. */
const shapes: Readonly<Record<Tone, ReactNode>> = {
  ok: <circle cx="6" cy="6" r="4.5" />,
  info: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="2" />,
  warning: <path d="M6 1l5.4 10H.6z" />,
  critical: <path d="M1 1h10v10H1z" />,
  unknown: <path d="M6 1l5 5-5 5-5-5z" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  muted: <path d="M2.5 1.5h2.4v9H2.5zM7.1 1.5h2.4v9H7.1z" />,
}

/** The sign of a state; its word is beside it. */
export const Mark = ({ tone }: { tone: Tone }): ReactNode => (
  <svg viewBox="0 0 12 12" className={`mark tone-${tone}`} aria-hidden="true">
    {shapes[tone]}
  </svg>
)

/** A button that copies a text and reports that it did. */
export const CopyButton = ({ text }: { text: string }): ReactNode => {
  const { setup } = useTexts()
  const [isCopied, setIsCopied] = useState(false)
  return (
    <div className="row wrap">
      <Button onClick={() => setIsCopied(copyText(text))}>{setup.copy}</Button>
      <span role="status">{isCopied && setup.copied}</span>
    </div>
  )
}

/** Copies a text. A page over plain HTTP has no access to the clipboard, so there a hidden field is copied. */
const copyText = (text: string): boolean => {
  if (window.isSecureContext) {
    void navigator.clipboard.writeText(text)
    return true
  }
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'off-screen'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}
