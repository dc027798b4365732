//! Enums whose variants have names.

/// Declares an enum of plain variants with names, and two members: `ALL`, its variants in order, and `name`.
macro_rules! named {
    ($(#[$meta:meta])* $vis:vis enum $type:ident { $($(#[$about:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$meta])*
        $vis enum $type {
            $($(#[$about])* $variant,)*
        }

        impl $type {
            /// All of them, in order.
            $vis const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// The name in files, JSON and messages.
            $vis const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

pub(crate) use named;
