import type { ButtonHTMLAttributes, ReactNode } from 'react'

const variants = {
  plain: 'border-edge bg-surface text-ink hover:bg-raised',
  primary: 'border-accent bg-accent text-on-accent hover:opacity-90',
  danger: 'border-fault bg-surface text-fault hover:bg-fault-ground',
} as const

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: keyof typeof variants
}

/** The class of a button, for a link that variants like one. */
export const buttonClass = (variant: keyof typeof variants = 'plain'): string =>
  `inline-flex min-h-9 items-center justify-center gap-2 rounded-part border px-3 text-sm font-medium whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-60 ${variants[variant]}`

export const Button = ({ variant = 'plain', type = 'button', className = '', ...rest }: ButtonProps): ReactNode => (
  <button type={type} className={`${buttonClass(variant)} ${className}`} {...rest} />
)
