import { type ReactNode, useState } from 'react'
import { copyText } from '../../format/copy-text.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/parts.tsx'

/** The code that the cloud is told: large, in threes, said in words for the telephone, and to be copied. */
export const ActivationCode = ({ code }: { code: string }): ReactNode => {
  const { setup } = useTexts()
  const [isCopied, setIsCopied] = useState(false)
  const digits = setup.digits.split(' ')
  const words = Array.from(code, (digit) => digits[Number(digit)] ?? digit)
  const threes = code.match(/.{1,3}/g) ?? []
  return (
    <div className="stack">
      <div className="code" role="img" aria-label={words.join(' ')}>
        {threes.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
          <span key={at}>{part}</span>
        ))}
      </div>
      <p className="quiet aloud">{setup.aloud({ words: spoken(words) })}</p>
      <div className="row wrap">
        <Button onClick={() => setIsCopied(copyText(code))}>{setup.copy}</Button>
        <span role="status">{isCopied && setup.copied}</span>
      </div>
    </div>
  )
}

/** With a pause where the digits have a gap. */
const spoken = (words: readonly string[]): string =>
  words.map((word, at) => (at > 0 && at % 3 === 0 ? `– ${word}` : word)).join(' ')
