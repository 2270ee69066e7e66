<?php
/** Deletes everything that the plugin has stored. */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

$answerloom_stored = get_option( 'answerloom_settings', array() );
if ( is_array( $answerloom_stored ) && isset( $answerloom_stored['url'], $answerloom_stored['subdomain'] ) ) {
	delete_transient( 'answerloom_faqs_' . md5( $answerloom_stored['url'] . ' ' . $answerloom_stored['subdomain'] ) );
}
delete_option( 'answerloom_settings' );
