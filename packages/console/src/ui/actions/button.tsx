import type { ButtonHTMLAttributes, ReactNode } from 'react'

const looks = {
  plain: 'border-edge bg-surface text-ink hover:bg-raised',
  primary: 'border-accent bg-accent text-on-accent hover:opacity-90',
  danger: 'border-fault bg-surface text-fault hover:bg-fault-ground',
} as const

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof looks
}

/** The class of a button, for a link that looks like one. */
export const buttonClass = (look: keyof typeof looks = 'plain'): string =>
  `inline-flex min-h-9 items-center justify-center gap-2 rounded-part border px-3 text-sm font-medium whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-60 ${looks[look]}`

export const Button = ({ look = 'plain', type = 'button', className = '', ...rest }: ButtonProps): ReactNode => (
  <button type={type} className={`${buttonClass(look)} ${className}`} {...rest} />
)
