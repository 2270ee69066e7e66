import { useQuery } from '@tanstack/react-query'
import { api, client } from '../../../../web/api/api.ts'
import { queryClient, replaceData } from '../../../../web/api/query-client.ts'
import { useEvents } from '../../../../web/api/use-events.ts'
import type { UpdateSettings, WorkspaceSettings } from '../../contract.ts'

/** The selected workspace's settings; they follow what a colleague or another tab changes. */
export function useSettings() {
  const settingsKey = api.workspaces.settings.get.key()
  useEvents(['workspace.changed'], () => void queryClient.invalidateQueries({ queryKey: settingsKey }))
  return useQuery(api.workspaces.settings.get.queryOptions())
}

/** Stores what is named and shows it everywhere. Rejects as the call does. */
export async function saveSettings(settingsChanges: UpdateSettings): Promise<WorkspaceSettings> {
  const savedSettings = await client.workspaces.settings.update(settingsChanges)
  replaceData(api.workspaces.settings.get.queryKey(), savedSettings)
  return savedSettings
}

/** Shows what a call of its own has changed. */
export function settingsChanged(settingsChanges: Partial<WorkspaceSettings>): void {
  replaceData(
    api.workspaces.settings.get.queryKey(),
    (currentSettings) => currentSettings && { ...currentSettings, ...settingsChanges },
  )
}

/** Saves the forms of the settings. */
export const savingSettings = {
  save: async <Values extends UpdateSettings>(values: Values): Promise<Values> => {
    await saveSettings(values)
    return values
  },
  done: 'Settings saved',
  failed: 'Failed to save settings',
}
