import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '../../../api/api-query.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Choice, TextField } from '../../../ui/forms/fields.tsx'
import { NumberField } from '../../../ui/forms/number-field.tsx'

export interface AddressFieldsProps {
  net: AnswerOf<'nets', 'get'>
  wrong: Readonly<Record<string, string>>
}

const protocols = ['modbustcp', 'rtu-over-tcp', 'ascii-over-tcp'] as const

/** Where a network is that the service dials, and what is spoken there. */
export const AddressFields = ({ net, wrong }: AddressFieldsProps): ReactNode => {
  const { newNet } = useTexts()
  const [protocol, setProtocol] = useState(net.protocol)
  return (
    <>
      <TextField
        label={newNet.host}
        hint={newNet.hostHint}
        name="ip"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
        defaultValue={net.ip}
        error={wrong['connection.ip'] === undefined ? undefined : newNet.hostWrong}
      />
      <NumberField
        label={newNet.port}
        name="port"
        isWhole
        min={1}
        max={65_535}
        required
        defaultValue={net.port}
        error={wrong['connection.port']}
      />
      <div className="sm:col-span-2">
        <Choice
          label={newNet.protocol}
          name="protocol"
          value={protocol}
          options={protocols.map((one) => [one, newNet.protocols[one]] as const)}
          onChange={setProtocol}
        />
      </div>
    </>
  )
}
