import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'

/** The way to more devices of a network. */
export const AddDevices = ({ netId }: { netId: number }): ReactNode => {
  const { net } = useTexts()
  return (
    <Link to="/nets/new" search={{ net: netId }} className={buttonClass()}>
      {net.addDevices}
    </Link>
  )
}
