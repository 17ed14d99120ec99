import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiQuery, call } from '../../data/api/api-query.ts'
import { canUsePasskeys, makePasskey } from '../../data/api/passkeys.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { IdentityDialog } from './identity-dialog.tsx'

/** Passkeys of the user, whichever device they are on. */
export const PasskeysPanel = (): ReactNode => {
  const { profile } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  const client = useQueryClient()
  const [isAdding, setIsAdding] = useState(false)
  const passkeys = useQuery(apiQuery('passkeys', 'list', {}))
  const remove = useAction('passkeys', 'delete', [['passkeys']], () => toast(profile.passkeyDeleted))
  const isHere = canUsePasskeys()
  const add = isHere && (
    <Button icon={Plus} isChange onClick={() => setIsAdding(true)}>
      {profile.addPasskey}
    </Button>
  )
  return (
    <Panel title={profile.passkeysTitle} aside={add}>
      <p className="max-w-3xl px-4 pb-3 text-quiet">{profile.passkeysHelp}</p>
      <Loaded query={passkeys}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={KeyRound} title={profile.noPasskeys} help={isHere ? undefined : profile.noPasskeysHere} />
          ) : (
            <ul aria-label={profile.passkeysTitle} className="border-t border-line">
              {all.map(({ id, name, host, createdOn, lastUsedOn }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5 last:border-b-0"
                >
                  <div className="min-w-0">
                    <p className="truncate font-medium">{name}</p>
                    <p className="text-xs text-quiet">
                      {[
                        host,
                        profile.madeOn({ when: moment(createdOn, now) }),
                        lastUsedOn === undefined
                          ? profile.neverUsed
                          : profile.usedLast({ when: moment(lastUsedOn, now) }),
                      ].join(' · ')}
                    </p>
                  </div>
                  <ConfirmButton
                    act={profile.deletePasskey}
                    label={profile.deletePasskeyOf({ name })}
                    question={profile.deletePasskeyQuestion({ name })}
                    variant="danger"
                    isBusy={remove.isPending}
                    onConfirm={() => remove.mutate({ passkeyId: id })}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && (
        <IdentityDialog
          title={profile.addPasskey}
          help={profile.passkeysHelp}
          act={profile.addPasskey}
          send={async (identity, form) => {
            const begun = await call('passkeys', 'begin', identity)
            await makePasskey(begun, formText(form, 'name').trim())
            await client.invalidateQueries({ queryKey: ['passkeys'] })
            toast(profile.passkeyAdded)
            setIsAdding(false)
          }}
          onClose={() => setIsAdding(false)}
        >
          <TextField
            name="name"
            label={profile.passkeyName}
            placeholder={profile.passkeyNamePlaceholder}
            maxLength={200}
            pattern=".*\S.*"
            autoComplete="off"
            required
          />
        </IdentityDialog>
      )}
    </Panel>
  )
}
