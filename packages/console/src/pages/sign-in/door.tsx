import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { PreferenceChoices } from '../../ui/forms/preference-choices.tsx'

/** What is around everything that is shown to who is not signed in. */
export const Door = ({ title, children }: { title: string; children: ReactNode }): ReactNode => {
  const { common } = useTexts()
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 p-4">
      <title>{`${title} · ${common.appName}`}</title>
      <div className="flex items-end gap-3">
        <svg viewBox="0 0 18 20" className="h-10 w-9 fill-accent" aria-hidden="true">
          <path d="M0 0h4v20H0zM7 0h4v14H7zM14 0h4v8h-4z" />
        </svg>
        <p className="text-2xl font-semibold tracking-tight">{common.appName}</p>
      </div>
      {children}
      <div className="grid grid-cols-2 gap-3">
        <PreferenceChoices />
      </div>
    </main>
  )
}
