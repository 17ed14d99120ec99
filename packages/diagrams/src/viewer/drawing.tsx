import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { PictureValues } from '../model/diagram-values.ts'
import { type ClickTarget, DrawnPicture } from './drawn-diagram.ts'

export interface DrawingProps {
  name: string
  source: string
  /** Undefined until they are known: then nothing is said of them. */
  values: PictureValues | undefined
  /** Age of a value, in the language of the user; the drawing changes with it. */
  ageOf: (readOn: string) => string
  /** Clickable elements; none in a read-only drawing. */
  elements?: readonly ClickTarget[]
  picked?: string | undefined
  onPick?: (code: string) => void
  className?: string
}

/** A drawing with its values in it. Its ground is ours, or paper where it brings its own colours. */
export const Drawing = (props: DrawingProps): ReactNode => {
  const { name, source, values, elements, ageOf, picked, onPick, className = '' } = props
  const host = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnPicture | null>(null)
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
    if (values !== undefined) drawn.current?.apply(values, ageOf)
  }, [source, name, values, ageOf])
  useEffect(() => drawn.current?.pick(picked), [source, name, picked])
  return <div ref={host} className={`${isOurs ? 'bg-picture' : 'bg-paper'} ${className}`} />
}
