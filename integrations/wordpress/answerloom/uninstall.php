<?php
/** Deletes everything that the plugin has stored. */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_transient( 'answerloom_faqs' );
delete_option( 'answerloom_settings' );
