import { type ButtonHTMLAttributes, type ReactNode, useEffect, useId, useRef } from 'react'
import type { Texts } from '../texts/messages.ts'
import { useTexts } from '../texts/texts-provider.tsx'

/** What went wrong, in words; the gateway's own where there are none for it. */
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

/** What went wrong with a request, in words; nothing where nothing did. */
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
