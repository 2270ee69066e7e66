/** Addresses of the dashboard's single-page application; the server answers them with its page. */
export const APP_PATHS = ['/auth', '/workspace-setup', '/dashboard', '/messages', '/pages'] as const
