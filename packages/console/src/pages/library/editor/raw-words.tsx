import { isBitKind } from '@busbar/modbus'
import type { ReactNode } from 'react'
import type { ReadResults } from '../../../register-map/use-preview.ts'
import { type ParamTemplate, rangeKey, rangesOf } from '../../../register-map/variants.rules.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'

const shownMax = 4
const hex = (word: number): string => word.toString(16).toUpperCase().padStart(4, '0')
const bits = (word: number): string =>
  word
    .toString(2)
    .padStart(16, '0')
    .replaceAll(/(.{4})(?=.)/g, '$1 ')
const signed = (word: number): number => (word > 0x7f_ff ? word - 0x1_00_00 : word)

/** The registers of a value as they came: in hex, as numbers and as bits. */
export const RawWords = ({ param, read }: { param: ParamTemplate; read: ReadResults }): ReactNode => {
  const { library } = useTexts()
  const [range] = rangesOf([param])
  const found = range && read.get(rangeKey(range))
  if (range === undefined || found === undefined || 'err' in found || isBitKind(param.registerKind)) return null
  return (
    <table aria-label={library.words} className="w-full border-collapse font-mono text-xs">
      <thead>
        <tr className="border-b border-line text-faint">
          {[library.fields.address, 'hex', 'u16', 's16', 'bits'].map((title, i) => (
            <th key={title} scope="col" className={`py-1.5 font-medium ${i === 0 ? 'text-left' : 'pl-2 text-right'}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {found.ok.slice(0, shownMax).map((word, i) => (
          <tr key={range.address + i} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-1.5 text-left font-medium">
              {range.address + i}
            </th>
            <td className="pl-2 text-right">{hex(word)}</td>
            <td className="pl-2 text-right">{word}</td>
            <td className="pl-2 text-right">{signed(word)}</td>
            <td className="pl-2 text-right text-[10px] whitespace-nowrap text-quiet">{bits(word)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
