import type { VisBinding } from '@busbar/diagrams'
import { editableDecimal, parseNumber } from '@busbar/ui'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocale } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from './number-field.tsx'

export interface RuleFieldsProps {
  rules: readonly BindingRule[]
  others: readonly string[]
  onChange: (rules: NonNullable<VisBinding['rules']>) => void
}

const rulesMax = 50
const states = ['off', 'run', 'warn', 'fault'] as const

/** Rules in their order: when each holds, and what it does. The first that holds decides. */
export const RuleFields = ({ rules, others, onChange }: RuleFieldsProps): ReactNode => {
  const { editor: texts } = useTexts().pictures
  const replace = (at: number, rule: BindingRule): void => onChange(rules.map((one, i) => (i === at ? rule : one)))
  return (
    <section className="flex flex-col gap-2" aria-label={texts.rules}>
      <h2 className="text-sm font-semibold">{texts.rules}</h2>
      {rules.map((rule, at) => (
        // Rules have no names: the index is their only key.
        // biome-ignore lint/suspicious/noArrayIndexKey: they are only changed in place, added and taken away
        <div key={at} className="flex flex-col gap-2 rounded-part border border-line p-2">
          <WhenFields rule={rule} others={others} onChange={(next) => replace(at, next)} />
          <ThenFields rule={rule} onChange={(next) => replace(at, next)} />
          <Button
            variant="quiet"
            icon={Trash2}
            className="self-end"
            onClick={() => onChange(rules.filter((_, i) => i !== at))}
          >
            {texts.removeRule}
          </Button>
        </div>
      ))}
      {rules.length < rulesMax && (
        <Button icon={Plus} onClick={() => onChange([...rules, { when: {}, ...initialThen('state') }])}>
          {texts.addRule}
        </Button>
      )}
    </section>
  )
}

interface OneRuleProps {
  rule: BindingRule
  onChange: (rule: BindingRule) => void
}

const WhenFields = ({ rule, others, onChange }: OneRuleProps & Pick<RuleFieldsProps, 'others'>): ReactNode => {
  const { editor: texts } = useTexts().pictures
  const { from, till, equals, of = '' } = rule.when
  const set = (more: Partial<BindingRule['when']>): void => onChange({ ...rule, when: { ...rule.when, ...more } })
  return (
    <>
      <div className="grid grid-cols-3 gap-1.5">
        <NumberField label={texts.from} value={from} onChange={(value) => set({ from: value })} />
        <NumberField label={texts.till} value={till} onChange={(value) => set({ till: value })} />
        <EqualsField value={equals} onChange={(value) => set({ equals: value })} />
      </div>
      {others.length > 0 && (
        <Choice
          label={texts.of}
          value={of}
          options={[['', texts.itself], ...others.map((code) => [code, code] as const)]}
          onChange={(code) => set({ of: code === '' ? undefined : code })}
        />
      )}
    </>
  )
}

interface EqualsFieldProps {
  value: number | string | undefined
  onChange: (value: number | string | undefined) => void
}

/** A number or a text to compare with. Ambiguous numbers are not applied. */
const EqualsField = ({ value, onChange }: EqualsFieldProps): ReactNode => {
  const { device, pictures } = useTexts()
  const { locale } = useLocale()
  const [typed, setTyped] = useState<string | null>(null)
  const stored = typeof value === 'number' ? editableDecimal(String(value), locale) : (value ?? '')
  const text = typed ?? stored
  const isAmbiguous = parseNumber(text, locale).kind === 'ambiguous'
  const type = (next: string): void => {
    setTyped(next)
    const parsed = parseNumber(next, locale)
    if (parsed.kind === 'number') onChange(Number(parsed.value))
    else if (parsed.kind !== 'ambiguous') onChange(next === '' ? undefined : next)
  }
  return (
    <TextField
      label={pictures.editor.equals}
      value={text}
      maxLength={200}
      error={isAmbiguous ? device.wrongValue.ambiguous({ text }) : undefined}
      onChange={({ target }) => type(target.value)}
      onBlur={() => !isAmbiguous && setTyped(null)}
    />
  )
}

/** Fields for one number, or for two numbers between which the value is mapped. */
const AlongFields = ({
  value = 0,
  onChange,
}: {
  value: number | number[] | undefined
  onChange: (value: number | number[]) => void
}): ReactNode => {
  const { editor: texts } = useTexts().pictures
  const [first = 0, second] = Array.isArray(value) ? value : [value]
  return (
    <div className="grid grid-cols-2 gap-1.5">
      <NumberField
        label={texts.atFrom}
        value={first}
        onChange={(next = 0) => onChange(second === undefined ? next : [next, second])}
      />
      <NumberField
        label={texts.atTill}
        value={second}
        onChange={(next) => onChange(next === undefined ? first : [first, next])}
      />
    </div>
  )
}

const ThenFields = ({ rule, onChange }: OneRuleProps): ReactNode => {
  const { pictures } = useTexts()
  const texts = pictures.editor
  const kind = kindOf(rule)
  const { state, text, color, visible, move } = rule.then
  // oxlint-disable-next-line unicorn/no-thenable -- a rule is never awaited
  const setEffect = (then: BindingRule['then']): void => onChange({ ...rule, then })
  const [moveX = 0, moveY = 0] = ((Array.isArray(move?.[0]) ? move.at(-1) : move) ?? []) as number[]
  return (
    <>
      <Choice
        label={texts.does}
        value={kind}
        options={outcomes.map((one) => [one, texts.outcomes[one]] as const)}
        onChange={(next: RuleEffect) => onChange({ ...rule, ...initialThen(next) })}
      />
      {kind === 'state' && (
        <Choice
          label={texts.outcomes.state}
          value={state ?? 'run'}
          options={states.map((one) => [one, pictures.states[one]] as const)}
          onChange={(next) => setEffect({ state: next })}
        />
      )}
      {kind === 'text' && (
        <TextField
          label={texts.outcomes.text}
          value={text ?? ''}
          maxLength={200}
          onChange={({ target }) => setEffect({ text: target.value })}
        />
      )}
      {kind === 'color' && (
        <TextField
          label={texts.outcomes.color}
          type="color"
          value={color ?? '#cc2b1f'}
          onChange={({ target }) => setEffect({ color: target.value })}
        />
      )}
      {kind === 'visible' && (
        <Choice
          label={texts.outcomes.visible}
          value={visible === false ? 'no' : 'yes'}
          options={[
            ['yes', texts.shown],
            ['no', texts.hidden],
          ]}
          onChange={(next) => setEffect({ visible: next === 'yes' })}
        />
      )}
      {kind === 'move' && (
        <div className="grid grid-cols-2 gap-1.5">
          <NumberField
            label={texts.right}
            value={moveX}
            onChange={(x = 0) => setEffect({ move: moved(rule, x, moveY) })}
          />
          <NumberField
            label={texts.down}
            value={moveY}
            onChange={(y = 0) => setEffect({ move: moved(rule, moveX, y) })}
          />
        </div>
      )}
      {(kind === 'fill' || kind === 'rotate' || kind === 'flow' || kind === 'size') && (
        <AlongFields value={rule.then[kind]} onChange={(value) => setEffect({ [kind]: value })} />
      )}
    </>
  )
}

/** From where it stands to there along the span, or all at once where there is none. */
const moved = ({ when: { from, till } }: BindingRule, x: number, y: number): number[] | number[][] =>
  from !== undefined && till !== undefined && from < till
    ? [
        [0, 0],
        [x, y],
      ]
    : [x, y]

type BindingRule = NonNullable<VisBinding['rules']>[number]

const outcomes = ['state', 'text', 'color', 'fill', 'rotate', 'move', 'size', 'flow', 'visible'] as const
type RuleEffect = (typeof outcomes)[number]

/** Returns the effect of a rule: its first outcome. */
const kindOf = ({ then }: BindingRule): RuleEffect => outcomes.find((one) => then[one] !== undefined) ?? 'state'

const initial: Readonly<Record<RuleEffect, BindingRule['then']>> = {
  state: { state: 'run' },
  text: { text: '' },
  color: { color: '#cc2b1f' },
  fill: { fill: 100 },
  rotate: { rotate: 0 },
  move: { move: [0, 0] },
  size: { size: 0 },
  flow: { flow: 1 },
  visible: { visible: true },
}

/** How a rule of a kind begins. */
// oxlint-disable-next-line unicorn/no-thenable -- a rule is never awaited
const initialThen = (kind: RuleEffect): Pick<BindingRule, 'then'> => ({ then: initial[kind] })
