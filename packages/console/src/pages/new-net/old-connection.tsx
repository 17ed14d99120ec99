import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Facts } from '../../ui/facts.tsx'
import type { Draft } from './draft.ts'

/** Where a network is that was there before. */
export const OldConnection = ({ draft }: { draft: Draft }): ReactNode => {
  const { common, net, newNet } = useTexts()
  const { made, name, way, host, port, protocol } = draft
  return (
    <>
      <p className="max-w-prose text-quiet">{newNet.oldHelp}</p>
      <Facts
        facts={[
          [
            common.network,
            <Link key="net" to="/nets/$id" params={{ id: made?.netId ?? 0 }}>
              {name}
            </Link>,
          ],
          [common.address, way === 'direct' ? `${host}:${port}` : net.calledIn(host)],
          [newNet.protocol, newNet.protocols[protocol]],
        ]}
      />
    </>
  )
}
