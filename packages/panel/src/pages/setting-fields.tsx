import { notANumber } from '@busbar/ui'
import { useStore } from '@busbar/ui/store'
import { type ReactNode, useId } from 'react'
import { formatNames } from '../format/format.ts'
import {
  choicesOf,
  isSame,
  limitText,
  nullable,
  numberedChoices,
  numberedText,
  problemOf,
  type Schema,
} from '../format/setting.rules.ts'
import { language } from '../state/preferences.ts'
import type { Texts } from '../texts/messages.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { NumberInput } from '../ui/number-input.tsx'

type SettingValues = Readonly<Record<string, unknown>>

interface Props {
  settingKey: string
  applies: 'now' | 'restart'
  schema: Schema
  secrets: readonly string[]
  value: unknown
  active: unknown
  saved: unknown
  initial: unknown
  onChange: (value: unknown) => void
}

/** All fields of a setting: of an object, of the objects in a list, or the value itself. */
export const SettingFields = (props: Props): ReactNode => {
  const { schema, value, active, saved, initial, onChange } = props
  const { settings } = useTexts()
  if (schema.items?.properties !== undefined) {
    const rows = value as readonly SettingValues[]
    return rows.map((row, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
      <div key={at}>
        <h3 className="label">{settings.rowOf({ number: at + 1 })}</h3>
        <ObjectFields
          {...props}
          schema={schema.items as Schema}
          value={row}
          active={(active as readonly SettingValues[])[at]}
          saved={(saved as readonly SettingValues[])[at]}
          initial={(initial as readonly SettingValues[])[at]}
          onChange={(next) => onChange(rows.map((one, index) => (index === at ? next : one)))}
        />
      </div>
    ))
  }
  if (schema.properties !== undefined) return <ObjectFields {...props} />
  return <OneField {...props} name={props.settingKey} isSecret={false} />
}

const ObjectFields = (props: Props): ReactNode => {
  const { schema, value, active, saved, initial, secrets, onChange } = props
  const of = (fields: unknown, name: string): unknown => (fields as SettingValues | undefined)?.[name]
  return Object.entries(schema.properties ?? {}).map(([name, one]) => (
    <OneField
      key={name}
      {...props}
      name={name}
      schema={one}
      isSecret={secrets.includes(name)}
      value={of(value, name)}
      active={of(active, name)}
      saved={of(saved, name)}
      initial={of(initial, name)}
      onChange={(next) => onChange({ ...(value as SettingValues), [name]: next })}
    />
  ))
}

/** The entry of a field: its own where another setting has a field of the same name. */
const textOf = <T,>(entries: Readonly<Record<string, T>>, settingKey: string, name: string): T | undefined =>
  entries[`${settingKey}.${name}`] ?? entries[name]

const choiceNames = ({ settingChoices }: Texts, settingKey: string, name: string) =>
  textOf<Readonly<Record<string, string>>>(settingChoices, settingKey, name)

interface OneProps extends Omit<Props, 'secrets'> {
  name: string
  isSecret: boolean
}

const OneField = ({
  settingKey,
  name,
  applies,
  schema,
  value,
  active,
  saved,
  initial,
  isSecret,
  onChange,
}: OneProps): ReactNode => {
  const texts = useTexts()
  const { settings, settingNames } = texts
  const id = useId()
  const label = textOf(settingNames, settingKey, name) ?? name
  const isChanged = !isSame(value, saved)
  const isWaiting = !isSame(saved, active)
  const problem = isSecret && value === null ? null : problemOf(schema, value, texts)
  const isDefault = isSame(value, initial)
  const locale = useStore(language)
  const say = (one: unknown): string =>
    (typeof one === 'string' ? choiceNames(texts, settingKey, name)?.[one] : undefined) ??
    numberedText(name, one, texts, locale) ??
    shown(one, settings)
  return (
    <div className={`setting ${isChanged || isWaiting ? 'changed' : ''}`}>
      <div>
        <label htmlFor={id}>
          <b>{label}</b>
        </label>{' '}
        <span className="tag">{applies === 'now' ? settings.now : settings.atReboot}</span>
        <br />
        <small>{isSecret ? settings.secret : numberedChoices(name, value) === null && limitText(texts, schema)}</small>
      </div>
      <Input
        id={id}
        settingKey={settingKey}
        name={name}
        schema={schema}
        value={value}
        isSecret={isSecret}
        isWrong={problem !== null}
        onChange={onChange}
      />
      {problem !== null && (
        <span className="mistake" id={`${id}-hint`}>
          {problem}
        </span>
      )}
      {(isChanged || isWaiting || !isDefault) && !isSecret && (
        <small className="was">
          {isWaiting && `${settings.worksWith({ value: say(active) })} `}
          {isChanged && (
            <button type="button" className="link" onClick={() => onChange(saved)}>
              {settings.back({ value: say(saved) })}
            </button>
          )}{' '}
          {!isDefault && (
            <button type="button" className="link" onClick={() => onChange(initial)}>
              {settings.toDefault({ value: say(initial) })}
            </button>
          )}
        </small>
      )}
    </div>
  )
}

const shown = (
  value: unknown,
  { yes, no, off, empty }: { yes: string; no: string; off: string; empty: string },
): string => {
  if (typeof value === 'boolean') return value ? yes : no
  if (value === null || value === undefined) return off
  const text = Array.isArray(value) ? value.join(', ') : plain(value)
  return text === '' ? empty : text
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

interface InputProps {
  id: string
  settingKey: string
  name: string
  schema: Schema
  value: unknown
  isSecret: boolean
  isWrong: boolean
  onChange: (value: unknown) => void
}

const Input = ({ id, settingKey, name, schema: full, value, isSecret, isWrong, onChange }: InputProps): ReactNode => {
  const texts = useTexts()
  const { settings } = texts
  const locale = useStore(language)
  const { schema, isNullable } = nullable(full)
  const about = { id, 'aria-invalid': isWrong, 'aria-describedby': isWrong ? `${id}-hint` : undefined }
  if (isSecret) {
    const send = (text: string): void => onChange(text === '' ? null : schema.type === 'integer' ? Number(text) : text)
    return (
      <input
        {...about}
        className="field"
        type="password"
        autoComplete="new-password"
        placeholder="••••••"
        value={value === null || value === undefined ? '' : plain(value)}
        onChange={(event) => send(event.target.value)}
      />
    )
  }
  if (schema.type === 'boolean') {
    return (
      <span>
        <input
          {...about}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />{' '}
        {value === true ? settings.yes : settings.no}
      </span>
    )
  }
  const choices = choicesOf(full) ?? numberedChoices(name, value)
  if (choices !== null) {
    const names = choiceNames(texts, settingKey, name)
    const choiceText = (one: unknown): string =>
      names?.[String(one)] ??
      numberedText(name, one, texts, locale) ??
      (name === 'charFormat' ? formatNames[Number(one)] : undefined) ??
      (one === null ? settings.off : plain(one))
    return (
      <select
        {...about}
        className="field"
        value={JSON.stringify(value)}
        onChange={(event) => onChange(JSON.parse(event.target.value))}
      >
        {choices.map((one) => (
          <option key={String(one)} value={JSON.stringify(one)}>
            {choiceText(one)}
          </option>
        ))}
      </select>
    )
  }
  if (schema.items !== undefined) {
    const list = value as readonly string[]
    const typed = (text: string): string[] =>
      schema.items?.type === 'string' && text.trim() === '' ? [] : text.split(/\s*,\s*/)
    return (
      <input
        {...about}
        className="field"
        value={list.join(', ')}
        onChange={(event) => onChange(typed(event.target.value))}
      />
    )
  }
  const current = value === null || value === undefined ? '' : plain(value)
  if (schema.type === 'integer' || schema.type === 'number') {
    const take = (text: string): void => {
      if (text === '') onChange(isNullable ? null : text)
      else onChange(text === notANumber ? text : Number(text))
    }
    return (
      <NumberInput
        id={id}
        isWhole
        isWrong={isWrong}
        messageId={about['aria-describedby']}
        value={current}
        onChange={take}
      />
    )
  }
  return (
    <input
      {...about}
      className="field"
      autoCapitalize="none"
      value={current}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
