import { Check, Copy } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../actions/button.tsx'
import { fieldClass } from './fields.tsx'

/** Something to take along: a link, a password, a line for a terminal. */
export const CopyField = ({ label, value }: { label: string; value: string }): ReactNode => {
  const { sharing } = useTexts()
  const [isCopied, setIsCopied] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const copy = async (): Promise<void> => {
    field.current?.select()
    // Browsers give the clipboard to pages of https alone; elsewhere what is selected is copied by hand.
    if (!('clipboard' in navigator)) return
    await navigator.clipboard.writeText(value).then(
      () => setIsCopied(true),
      () => {},
    )
  }
  return (
    <div className="flex gap-2">
      <input
        ref={field}
        readOnly
        aria-label={label}
        value={value}
        onFocus={(event) => event.target.select()}
        className={`${fieldClass} flex-1 font-mono text-xs`}
      />
      <Button icon={isCopied ? Check : Copy} onClick={() => void copy()}>
        {isCopied ? sharing.copied : sharing.copy}
      </Button>
    </div>
  )
}
