import { Popover } from '@base-ui/react/popover'
import { Copy, Image, Link2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { popupClass } from '../../ui/actions/menu-class.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { fieldClass } from '../../ui/forms/fields.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'

export interface ShareProps {
  /** The address of what is shown: with these moments, or of what follows the present as it does. */
  addressOf: (which: 'fixed' | 'following') => string
  isFollowing: boolean
  /** Shown span as text. */
  span: string
  onPicture: () => void
}

/** The chart for others: its address, or a picture. */
export const Share = ({ addressOf, isFollowing, span, onPicture }: ShareProps): ReactNode => {
  const { charts } = useTexts()
  return (
    <Popover.Root>
      <Popover.Trigger className={buttonClass()}>
        <Link2 className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
        {charts.share}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className="z-40">
          <Popover.Popup className={`w-100 ${popupClass}`}>
            <div className="flex flex-col gap-3 p-3">
              <Popover.Title className="text-base font-semibold">{charts.shareTitle}</Popover.Title>
              <Address addressOf={addressOf} isFollowing={isFollowing} span={span} />
              <p className="text-xs text-faint">{charts.shareWith}</p>
              <div className="flex flex-wrap gap-2 border-t border-line pt-3">
                <Button icon={Image} onClick={onPicture}>
                  {charts.picture}
                </Button>
              </div>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const Address = ({ addressOf, isFollowing, span }: Omit<ShareProps, 'onPicture'>): ReactNode => {
  const { charts } = useTexts()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [which, setWhich] = useState<'fixed' | 'following'>(isFollowing ? 'following' : 'fixed')
  const copy = async (): Promise<void> => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(addressOf(which))
      toast(charts.copied)
    } catch {
      // Without https a page may not: what is chosen is copied by hand.
      toast(charts.copyByHand)
    }
  }
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {charts.address}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          ref={field}
          readOnly
          value={addressOf(which)}
          onFocus={({ target }) => target.select()}
          className={`${fieldClass} flex-1 font-mono`}
        />
        <Button variant="primary" icon={Copy} onClick={() => void copy()}>
          {charts.copy}
        </Button>
      </div>
      {isFollowing && (
        <Segmented
          label={charts.whichTime}
          value={which}
          options={[
            ['following', charts.alwaysLast],
            ['fixed', span],
          ]}
          onChange={setWhich}
        />
      )}
    </>
  )
}
