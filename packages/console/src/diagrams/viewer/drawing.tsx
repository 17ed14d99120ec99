import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { type ClickTarget, DrawnPicture } from './drawn-picture.ts'
import type { PictureValues } from './picture-values.ts'

export interface DrawingProps {
  name: string
  source: string
  /** Undefined until they are known: then nothing is said of them. */
  values: PictureValues | undefined
  /** What can be pointed at; nothing where it is only looked at. */
  elements?: readonly ClickTarget[]
  picked?: string | undefined
  onPick?: (code: string) => void
  className?: string
}

/** A drawing with its values in it. Its ground is ours, or paper where it brings its own colours. */
export const Drawing = (props: DrawingProps): ReactNode => {
  const { name, source, values, elements, picked, onPick, className = '' } = props
  const host = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnPicture | null>(null)
  const { ago } = useFormat()
  const now = useNow()
  const pick = useEffectEvent((code: string) => onPick?.(code))
  const isOurs = /^<svg[^>]* class="busbar[" ]/.test(source)
  useEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    drawn.current = new DrawnPicture(root, source, name)
    const choose = (event: Event): void => {
      if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return
      const code = event.target instanceof Element && event.target.closest('[data-code]')?.getAttribute('data-code')
      if (typeof code !== 'string') return
      event.preventDefault()
      pick(code)
    }
    root.addEventListener('click', choose)
    root.addEventListener('keydown', choose)
    return () => {
      root.removeEventListener('click', choose)
      root.removeEventListener('keydown', choose)
    }
  }, [source, name])
  useEffect(() => drawn.current?.offer(elements ?? []), [source, name, elements])
  useEffect(() => {
    if (values !== undefined) drawn.current?.apply(values, (readOn) => ago(readOn, now))
  }, [source, name, values, ago, now])
  useEffect(() => drawn.current?.pick(picked), [source, name, picked])
  return <div ref={host} className={`${isOurs ? 'bg-picture' : 'bg-paper'} ${className}`} />
}
