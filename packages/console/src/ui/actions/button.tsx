import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { useServerLost } from '../../data/live/reachability-watch.ts'
import { useFirstTexts } from '../../texts/texts-provider.tsx'

const variants = {
  plain: 'border-line-strong bg-surface text-ink hover:bg-hover active:bg-pressed',
  primary: 'border-accent bg-accent text-on-accent hover:border-accent-strong hover:bg-accent-strong',
  quiet: 'border-transparent text-quiet hover:bg-hover hover:text-ink active:bg-pressed',
  danger: 'border-line-strong bg-surface text-critical-text hover:border-critical hover:bg-critical-soft',
} as const

type Variant = keyof typeof variants

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: Variant
  /** Before the text, or alone: then there is an `aria-label`. */
  icon?: LucideIcon
  /** In progress: the button is disabled and keeps its width. */
  isBusy?: boolean
  /** It changes something, and is off while the service is away. So is what sends a form, if nothing else is said. */
  isChange?: boolean
}

const off =
  'disabled:border-line disabled:bg-muted-soft disabled:text-disabled disabled:hover:border-line disabled:hover:bg-muted-soft'

/** The class of a button, for a link that looks like one. */
export const buttonClass = (variant: Variant = 'plain'): string =>
  `inline-flex min-h-8 items-center justify-center gap-1.5 rounded-part border px-3 py-1 text-sm font-medium max-md:min-h-10 print:hidden ${variants[variant]}`

export const Button = ({
  variant = 'plain',
  type = 'button',
  icon: Icon,
  isBusy = false,
  isChange = type === 'submit',
  disabled,
  title,
  className = '',
  children,
  ...rest
}: ButtonProps): ReactNode => {
  const { shell } = useFirstTexts()
  const isOff = useServerLost() && isChange
  return (
    <button
      type={type}
      aria-busy={isBusy || undefined}
      disabled={disabled === true || isBusy || isOff}
      title={isOff ? shell.nothingCanBeSet : title}
      className={`relative ${buttonClass(variant)} ${isBusy ? '' : off} ${className}`}
      {...rest}
    >
      {Icon !== undefined && <Icon className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />}
      <span className={isBusy ? 'opacity-0' : 'contents'}>{children}</span>
      {isBusy && <LoaderCircle className="absolute size-4 animate-spin" strokeWidth={1.75} aria-hidden="true" />}
    </button>
  )
}
