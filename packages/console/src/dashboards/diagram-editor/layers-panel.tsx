import { codesOf, freeCode, type Layer, type PictureModel, withItems } from '@busbar/diagrams'
import { ChevronDown, ChevronUp, Eye, EyeOff, Lock, LockOpen, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { fieldClass } from '../../ui/forms/fields.tsx'
import type { Editor } from './use-editor.ts'

const withLayer = (model: PictureModel, code: string, change: (layer: Layer) => Layer): PictureModel => ({
  ...model,
  layers: model.layers.map((layer) => (layer.code === code ? change(layer) : layer)),
})

/** Layers from the lowest up: hidden, locked, named, put in order. What is locked one by one is let go here too. */
export const LayersPanel = ({ editor: { model, change } }: { editor: Editor }): ReactNode => {
  const { editor: texts } = useTexts().pictures
  const add = (): void =>
    change((now) => {
      const code = freeCode('layer', codesOf(now))
      return { ...now, layers: [...now.layers, { code, name: `${texts.layer} ${now.layers.length + 1}` }] }
    })
  const removeLayer = (code: string): void =>
    change((now) => {
      const { layers } = now
      const freed = withItems(now, (item) => {
        if (item.drawn.layer !== code) return item
        const { layer: _layer, ...drawn } = item.drawn
        return { ...item, drawn }
      })
      return { ...freed, layers: layers.filter((layer) => layer.code !== code) }
    })
  const shift = (at: number, by: 1 | -1): void =>
    change((now) => {
      const layers = [...now.layers]
      const [moved] = layers.splice(at, 1)
      if (moved !== undefined) layers.splice(at + by, 0, moved)
      return { ...now, layers }
    })
  const lockedCount = model.items.filter(({ drawn }) => drawn.isLocked === true).length
  const unlock = (): void =>
    change((now) =>
      withItems(now, (item) => {
        const { isLocked: _isLocked, ...drawn } = item.drawn
        return { ...item, drawn }
      }),
    )
  return (
    <section className="flex flex-col gap-1.5 border-t border-line p-3" aria-label={texts.layers}>
      <div className="flex items-center justify-between">
        <h2 className="text-sm font-semibold">{texts.layers}</h2>
        <Button
          variant="quiet"
          icon={Plus}
          aria-label={texts.addLayer}
          title={texts.addLayer}
          onClick={add}
          className="px-2"
        />
      </div>
      {model.layers.map(({ code, name, isHidden = false, isLocked = false }, at) => (
        <div key={code} className="flex items-center gap-0.5">
          <input
            aria-label={texts.layer}
            value={name}
            maxLength={200}
            className={`${fieldClass} w-0 flex-1`}
            onChange={({ target }) =>
              change((now) => withLayer(now, code, (layer) => ({ ...layer, name: target.value })))
            }
          />
          <Small
            icon={isHidden ? EyeOff : Eye}
            text={isHidden ? texts.showLayer : texts.hideLayer}
            onClick={() => change((now) => withLayer(now, code, (layer) => ({ ...layer, isHidden: !isHidden })))}
          />
          <Small
            icon={isLocked ? Lock : LockOpen}
            text={isLocked ? texts.unlock : texts.lock}
            onClick={() => change((now) => withLayer(now, code, (layer) => ({ ...layer, isLocked: !isLocked })))}
          />
          <Small icon={ChevronUp} text={texts.back} isOff={at === 0} onClick={() => shift(at, -1)} />
          <Small
            icon={ChevronDown}
            text={texts.front}
            isOff={at === model.layers.length - 1}
            onClick={() => shift(at, 1)}
          />
          <Small icon={Trash2} text={texts.remove} onClick={() => removeLayer(code)} />
        </div>
      ))}
      {lockedCount > 0 && <Button onClick={unlock}>{texts.unlockAll({ count: lockedCount })}</Button>}
    </section>
  )
}

const Small = ({
  icon,
  text,
  isOff = false,
  onClick,
}: {
  icon: typeof Eye
  text: string
  isOff?: boolean
  onClick: () => void
}): ReactNode => (
  <Button
    variant="quiet"
    icon={icon}
    aria-label={text}
    title={text}
    disabled={isOff}
    onClick={onClick}
    className="min-h-7 px-1"
  />
)
