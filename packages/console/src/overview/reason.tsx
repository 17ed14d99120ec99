import type { ReactNode } from 'react'
import { useFormat } from '../data/format/use-format.ts'
import { useNow } from '../data/format/use-now.ts'
import { Since } from '../devices/since.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import type { StatusReason } from './net-status.rules.ts'

/** Why a network stands as it does, in one line. */
export const Reason = ({ why }: { why: StatusReason }): ReactNode => {
  const { overview } = useTexts()
  const { moment, number, span } = useFormat()
  const now = useNow()
  switch (why.kind) {
    case 'alert': {
      const { name, startedOn } = why.alert
      if (startedOn === undefined) return name
      return `${name}, ${overview.goingOnFor({ span: span(Math.max(0, now - Date.parse(startedOn))) })}`
    }
    case 'trouble':
      return <Since trouble={why.trouble} />
    case 'silent':
      return overview.silentOf({ silent: number(why.silent), all: number(why.all) })
    case 'paused':
      return why.since === undefined ? overview.paused : overview.pausedSince({ when: moment(why.since, now) })
    case 'empty':
      return overview.noDevicesYet
  }
}
