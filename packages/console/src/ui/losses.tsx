import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'

/** What goes with what is deleted. Numbers come when they are known. */
export const Losses = ({
  devices,
  params,
}: {
  devices?: number | undefined
  params: number | undefined
}): ReactNode => {
  const { deletion } = useTexts()
  return (
    <ul className="my-2 list-disc pl-5">
      {devices !== undefined && <li>{deletion.devices(devices)}</li>}
      <li>{params === undefined ? deletion.allParams : deletion.params(params)}</li>
      <li>{deletion.readings}</li>
      <li>{deletion.uses}</li>
    </ul>
  )
}
