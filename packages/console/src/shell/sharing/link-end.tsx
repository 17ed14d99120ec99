import { Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Logo } from '../logo.tsx'

/** In place of everything that a link showed. */
export const LinkEnd = (): ReactNode => {
  const { sharing, common } = useTexts()
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <title>{`${sharing.endTitle} · ${common.appName}`}</title>
      <div role="alert" className="flex flex-col items-center gap-2">
        <Logo className="h-6" />
        <h1 className="sr-only">{sharing.endTitle}</h1>
        <EmptyState icon={Unlink} title={sharing.endTitle} help={sharing.endHelp} />
      </div>
    </main>
  )
}
