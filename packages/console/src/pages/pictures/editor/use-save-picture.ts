import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { call } from '../../../api/ask.ts'
import { useOrg } from '../../../api/use-org.tsx'
import { modelOf, savedOf } from '../../../pictures/model/load-picture.ts'
import type { Vis } from '../../../pictures/viewer/picture-values.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { errorText } from '../../../ui/feedback/error-text.ts'
import { toast } from '../../../ui/feedback/toasts.tsx'

type SavedPicture = ReturnType<typeof savedOf>

/** Stores a new version, unless it was changed meanwhile. A faceplate is redrawn wherever it is placed. */
export const useSavePicture = (vis: Vis): UseMutationResult<void, Error, SavedPicture> => {
  const texts = useTexts()
  const { orgId } = useOrg()
  return useMutation<void, Error, SavedPicture>({
    mutationFn: async (saved) => {
      await call('visualizations', 'change', { visId: vis.id, ifVersion: vis.version, ...saved })
      if (saved.kind === 'faceplate') await redrawPlaces(orgId, vis.id)
    },
    onError: (error) => toast(errorText(texts, error), 'critical'),
  })
}

const redrawPlaces = async (orgId: number, visId: number): Promise<void> => {
  const places = await call('visualizations', 'places', { visId })
  if (places.length === 0) return
  const overview = await call('visualizations', 'overview', { orgId })
  const plateIds = overview.filter(({ kind }) => kind === 'faceplate').map(({ id }) => id)
  const plates = new Map(
    (await call('visualizations', 'infoOfMany', { orgId, visIds: plateIds })).map((one) => [one.id, one]),
  )
  for (const { id } of places) {
    if (id === visId) continue
    const picture = await call('visualizations', 'get', { visId: id })
    const saved = savedOf(modelOf(picture), plates, picture)
    await call('visualizations', 'change', { visId: id, ifVersion: picture.version, ...saved })
  }
}
