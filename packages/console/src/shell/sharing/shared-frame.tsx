import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ComputerClock } from '../computer-clock.tsx'
import { LivePill } from '../live-pill.tsx'
import { Logo } from '../logo.tsx'
import { Clock } from './clock.tsx'
import { WhileLive } from './line.tsx'
import { useReloadOnUpdate } from './use-reload-on-update.ts'

export interface SharedFrameProps {
  title: string
  orgName: string
  expiresOn: string
  children: ReactNode
}

/** What is around a shared object: whose it is, that nothing can be changed, until when, and whether it is live. No ways to anywhere. */
export const SharedFrame = ({ title, orgName, expiresOn, children }: SharedFrameProps): ReactNode => {
  const { sharing } = useTexts()
  const { moment, time } = useFormat()
  const now = useNow()
  useReloadOnUpdate()
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{`${title} · ${orgName}`}</title>
      <header className="sticky top-0 z-10 flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-ground px-4 py-2 md:px-6">
        <Logo />
        <div className="min-w-0">
          <h1 className="text-lg leading-tight">{title}</h1>
          <p className="text-xs text-quiet">{orgName}</p>
        </div>
        <div className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <p className="text-xs text-quiet" title={time(expiresOn)}>
            {sharing.readOnly({ till: moment(expiresOn, now) })}
          </p>
          <ComputerClock />
          <LivePill />
          <Clock />
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-[1600px] flex-1 flex-col gap-4 px-4 py-4 md:px-6">
        <WhileLive>{children}</WhileLive>
      </main>
    </div>
  )
}
