import { Languages } from 'lucide-react'
import type { ReactNode } from 'react'
import { language, languageNames, languages, useLanguage } from '../../data/state/preferences.ts'
import { useFirstTexts } from '../../texts/texts-provider.tsx'

/** Frame of pages for signed-out users: a card with the languages below. */
export const Door = ({ title, children }: { title: string; children: ReactNode }): ReactNode => {
  const { common, shell } = useFirstTexts()
  const current = useLanguage()
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-96 flex-col justify-center gap-6 py-6 max-md:max-w-none">
      <title>{`${title} · ${common.appName}`}</title>
      <div className="flex flex-col gap-6 border-line bg-surface p-7 max-md:border-y [&_input]:min-h-10 md:rounded-sheet md:border">
        <div className="flex items-center gap-3">
          <svg viewBox="0 0 18 20" className="h-7.5 w-6.75 fill-accent" aria-hidden="true">
            <path d="M0 0h4v20H0zM7 0h4v14H7zM14 0h4v8h-4z" />
          </svg>
          <p className="text-xl font-semibold tracking-tight">{common.appName}</p>
        </div>
        {children}
      </div>
      <fieldset className="flex flex-wrap items-center justify-center gap-x-1 px-4 text-xs">
        <legend className="sr-only">{shell.language}</legend>
        <Languages className="size-3.5 text-quiet" strokeWidth={1.75} aria-hidden="true" />
        {languages.map((one) => (
          <button
            key={one}
            type="button"
            lang={one}
            aria-pressed={one === current}
            onClick={() => language.set(one)}
            className="min-h-8 rounded-mark px-1.5 text-faint hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink"
          >
            {languageNames[one]}
          </button>
        ))}
      </fieldset>
    </main>
  )
}
