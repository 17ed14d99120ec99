import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Texts } from '../../texts/messages.ts'
import type { ValueRef, WidgetKind, WidgetOf } from '../values/board.ts'

type Label = (texts: Pick<Texts, 'dashboards'>) => string

/** A field of the inspector that edits the setting `key`. */
type SettingField<Settings> =
  | { type: 'text'; key: keyof Settings; label: Label; hint?: Label; maxLength: number; isLong?: true }
  | { type: 'number'; key: keyof Settings; label: Label; min?: number; max?: number; isWhole?: true }
  | { type: 'checkbox'; key: keyof Settings; label: Label }
  | { type: 'choice'; key: keyof Settings; label: Label; options: readonly (readonly [value: string, label: Label])[] }

/** A field that edits one setting, two fields side by side, or a part of the inspector for settings that consist of several values. */
export type WidgetField<Settings = object> =
  | SettingField<Settings>
  | { type: 'pair'; fields: readonly [SettingField<Settings>, SettingField<Settings>] }
  | { type: 'value'; isWritten?: true }
  | { type: 'lines' | 'rows' | 'source' | 'scope' | 'drawing' }

/** Everything that the console knows of one kind of widget. */
export interface WidgetDefinition<K extends WidgetKind = WidgetKind> {
  kind: K
  icon: LucideIcon
  /** Initial size in columns and rows. */
  size: { width: number; height: number }
  /** Height and width in the single column of a phone. */
  phoneClass: string
  /** Choice that is required before a widget is added. */
  needs: 'value' | 'writable value' | 'drawing' | 'nothing'
  initial: (value: ValueRef, drawingId: number) => WidgetOf<K>['settings']
  /** Value that is kept when the kind of a widget is changed. */
  firstValue: (settings: WidgetOf<K>['settings']) => ValueRef | null
  /** A widget without a title is named after its only value. */
  isNamedByValue?: true
  /** Fields of the tab "Values". */
  fields: readonly WidgetField<WidgetOf<K>['settings']>[]
  /** Fields of the tab "Appearance". */
  look: readonly WidgetField<WidgetOf<K>['settings']>[]
  /** Changes to other settings are ignored. */
  isValid?: (settings: WidgetOf<K>['settings']) => boolean
  draw: (props: { widget: WidgetOf<K> }) => ReactNode
}

export const defineWidget = <K extends WidgetKind>(definition: WidgetDefinition<K>): WidgetDefinition<K> => definition
