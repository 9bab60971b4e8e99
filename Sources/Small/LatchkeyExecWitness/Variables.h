// Variables of the environment by which who starts a program chooses code for it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The whole name, or with `*` how it begins. Numbers are given in this order and never taken away while the machine
/// runs.
static const char *const latchkeyVariables[] = {
    // The C library and its dynamic linker.
    "LD_*", "GCONV_PATH", "LOCPATH", "NIS_PATH",
    // Toolkits.
    "GTK_MODULES", "GTK3_MODULES", "GTK2_RC_FILES", "GTK_RC_FILES", "PEAS_*", "GTK_PATH", "GTK_EXE_PREFIX", "GTK_IM_MODULE_FILE", "GDK_PIXBUF_MODULE*", "GIO_EXTRA_MODULES",
    "GIO_MODULE_DIR", "GI_TYPELIB_PATH", "QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "QML_IMPORT_PATH", "QML2_IMPORT_PATH", "QT_QUICK_CONTROLS_*",
    "LIBDECOR_PLUGIN_DIR",
    // Interpreters and what starts in a machine of its own.
    "PYTHON*", "PERL5*", "PERLLIB", "RUBYLIB", "RUBYOPT", "NODE_OPTIONS", "NODE_PATH", "ELECTRON_RUN_AS_NODE", "JAVA_TOOL_OPTIONS",
    "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH", "DOTNET_*", "CORECLR_*", "COMPlus_*", "MONO_PATH", "LUA_INIT*", "LUA_PATH*",
    "LUA_CPATH*", "GUILE_LOAD*", "TCLLIBPATH", "TCL_LIBRARY", "PHPRC", "PHP_INI_SCAN_DIR", "R_PROFILE*", "R_LIBS*", "JULIA_LOAD_PATH",
    // Sound and pictures.
    "ALSA_CONFIG_*", "ALSA_PLUGIN_DIR", "GST_PLUGIN_*", "GST_REGISTRY*", "SPA_PLUGIN_DIR", "PIPEWIRE_MODULE_DIR", "LADSPA_PATH", "LV2_PATH",
    "FREI0R_PATH", "LIBVA_DRIVER*", "VDPAU_DRIVER*", "VLC_PLUGIN_PATH", "GRL_PLUGIN_PATH", "SDL_DYNAMIC_API", "SDL3_DYNAMIC_API", "MAGICK_*", "GEGL_PATH", "BABL_PATH",
    // Drivers of the screen.
    "LIBGL_DRIVERS_PATH", "MESA_LOADER_DRIVER_OVERRIDE", "GBM_BACKEND*", "CUDA_INJECTION*", "GALLIUM_PIPE_SEARCH_DIR", "VK_*", "__EGL_VENDOR_LIBRARY_*", "__GLX_VENDOR_LIBRARY_NAME", "__EGL_EXTERNAL_PLATFORM_*",
    "OCL_ICD_*", "OPENCL_VENDOR_PATH",
    // Encryption and signing in.
    "OPENSSL_CONF", "OPENSSL_ENGINES", "OPENSSL_MODULES", "SASL_PATH", "SASL_CONF_PATH", "KRB5_CONFIG", "GSS_MECH_CONFIG",
    "OPENSC_CONF", "PKCS11_PROVIDER_MODULE", "TSS2_TCTI*", "LIBMYSQL_PLUGIN*", "ODBC*", "HDF5_PLUGIN_PATH", "GDAL_DRIVER_PATH",
    "FOLKS_BACKEND_PATH", "EDS_*",
};
